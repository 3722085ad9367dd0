const HistoryScreen = () => null

export default HistoryScreen
