const HomeScreen = () => null

export default HomeScreen
