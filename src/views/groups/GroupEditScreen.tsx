const GroupEditScreen = () => null

export default GroupEditScreen
